package dev.mqttdq.store;

import java.nio.ByteBuffer;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** Blocks as values of an MVStore map, written as {@link Block} draws them. */
final class BlockType extends BasicDataType<Block> {

    static final BlockType INSTANCE = new BlockType();

    private static final int OBJECT_BYTES = 80;

    private BlockType() {}

    @Override
    public int getMemory(Block block) {
        return OBJECT_BYTES + block.length();
    }

    /** Blocks differ too much in size for the store to guess theirs from others. */
    @Override
    public boolean isMemoryEstimationAllowed() {
        return false;
    }

    @Override
    public void write(WriteBuffer target, Block block) {
        target.put(block.header()).put(block.records(), 0, block.length());
    }

    @Override
    public Block read(ByteBuffer source) {
        return Block.read(source);
    }

    @Override
    public Block[] createStorage(int size) {
        return new Block[size];
    }
}
