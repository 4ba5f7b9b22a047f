package dev.mqttdq.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mqttdq.store.CompactionPlan.Fill;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompactionPlanTest {

    private static final long FILE = 16_000_000;
    private static final long MOST = 8_000_000;

    @Test
    void leavesFullSegmentsAlone() {
        assertThat(CompactionPlan.choose(segments(1.0, 0.9, 0.6), MOST)).isNull();
        assertThat(CompactionPlan.choose(List.of(), MOST)).isNull();
    }

    @Test
    void takesASegmentOfWhichHardlyAnythingIsLeft() {
        assertThat(CompactionPlan.choose(segments(1.0, 0.05, 1.0), MOST))
                .extracting(Fill::from, Fill::to)
                .containsExactly(1L, 2L);
    }

    @Test
    void leavesASegmentThatIsBeingConsumedWhileTheOthersAreFull() {
        assertThat(CompactionPlan.choose(segments(0.2, 1.0, 1.0), MOST)).isNull();
    }

    @Test
    void takesHalfEmptySegmentsWhereAllTogetherAreHalfEmpty() {
        assertThat(CompactionPlan.choose(segments(0.2, 0.9, 0.2, 0.2), MOST))
                .extracting(Fill::from, Fill::to)
                .containsExactly(2L, 4L);
    }

    @Test
    void takesNoMoreAtOnceThanItMay() {
        Fill chosen = CompactionPlan.choose(segments(0.2, 0.2, 0.2, 0.2, 0.2, 0.2), MOST);

        assertThat(chosen).isNotNull();
        assertThat(chosen.rewrittenBytes()).isBetween(MOST / 2, MOST);
    }

    @Test
    void takesOneSegmentWhateverIsLeftOfIt() {
        assertThat(CompactionPlan.choose(segments(0.3), 1_000))
                .extracting(Fill::from, Fill::to)
                .containsExactly(0L, 1L);
    }

    @Test
    void joinsSmallFilesOnlyWhenThereAreMany() {
        assertThat(CompactionPlan.choose(smallFiles(3), MOST)).isNull();
        assertThat(CompactionPlan.choose(smallFiles(100), MOST))
                .extracting(Fill::from, Fill::to)
                .containsExactly(0L, 100L);
    }

    private static List<Fill> smallFiles(int count) {
        List<Fill> fills = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fills.add(new Fill(i, i + 1L, 20_000, 1, 300));
        }
        return fills;
    }

    /** Segments of one offset each, of which so much is left. */
    private static List<Fill> segments(double... left) {
        List<Fill> fills = new ArrayList<>();
        for (int i = 0; i < left.length; i++) {
            fills.add(new Fill(i, i + 1L, FILE, 1, (long) (left[i] * FILE)));
        }
        return fills;
    }
}
