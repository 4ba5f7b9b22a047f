package dev.mqttdq.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Signs certificates for servers and clients under test and leaves them as PEM files in a directory. */
public final class CertificateAuthority {

    /** How a private key is written. */
    public enum KeyFormat {
        /** {@code BEGIN PRIVATE KEY}, RSA. */
        PKCS8,
        /** {@code BEGIN RSA PRIVATE KEY}. */
        PKCS1,
        /** {@code BEGIN EC PRIVATE KEY}. */
        EC
    }

    private static final Duration VALID = Duration.ofDays(1);

    private final Path directory;
    private final KeyPair keys = generate(KeyFormat.EC);
    private final X500Name name;
    private final Path certificate;

    private CertificateAuthority(Path directory, String name) {
        this.directory = directory;
        this.name = new X500Name("CN=" + name);
        X509Certificate own = sign(this.name, keys, Instant.now().plus(VALID), true);
        certificate = writeCertificate(name, own);
    }

    /** A new authority; its name tells it from others in the same directory. */
    public static CertificateAuthority create(Path directory, String name) {
        return new CertificateAuthority(directory, name);
    }

    /** What to trust. */
    public Path certificate() {
        return certificate;
    }

    /** A certificate for these host names and IP addresses; the first one is also its file name and subject. */
    public KeyPairFiles issue(String... names) {
        return issue(KeyFormat.PKCS8, names);
    }

    /** The same with a key in this format. */
    public KeyPairFiles issue(KeyFormat format, String... names) {
        return issue(format, Instant.now().plus(VALID), names);
    }

    /** A certificate whose time is over. */
    public KeyPairFiles issueExpired(String... names) {
        return issue(KeyFormat.PKCS8, Instant.now().minus(Duration.ofMinutes(1)), names);
    }

    /** A certificate that nobody but itself vouches for. */
    public KeyPairFiles selfSigned(String host) {
        CertificateAuthority itself = new CertificateAuthority(directory, host + "-self-signed");
        X509Certificate signed =
                itself.sign(itself.name, itself.keys, Instant.now().plus(VALID), false, host);
        String file = host + "-self-signed-server";
        return new KeyPairFiles(
                writeCertificate(file, signed), writeKey(file, itself.keys.getPrivate(), KeyFormat.PKCS8));
    }

    private KeyPairFiles issue(KeyFormat format, Instant until, String... names) {
        KeyPair pair = generate(format);
        X509Certificate signed = sign(new X500Name("CN=" + names[0]), pair, until, false, names);
        String file = names[0].replaceAll("[^A-Za-z0-9.-]", "_");
        return new KeyPairFiles(writeCertificate(file, signed), writeKey(file, pair.getPrivate(), format));
    }

    private X509Certificate sign(X500Name subject, KeyPair pair, Instant until, boolean authority, String... names) {
        try {
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    name,
                    new BigInteger(64, new SecureRandom()),
                    Date.from(until.minus(VALID.multipliedBy(2))),
                    Date.from(until),
                    subject,
                    pair.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
            if (names.length > 0) {
                GeneralName[] alternatives = Arrays.stream(names)
                        .map(CertificateAuthority::alternative)
                        .toArray(GeneralName[]::new);
                builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(alternatives));
            }
            var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate());
            return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException("cannot sign a certificate for " + subject, e);
        }
    }

    private static GeneralName alternative(String name) {
        boolean address = name.matches("[0-9.]+") || name.contains(":");
        return new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, name);
    }

    private static KeyPair generate(KeyFormat format) {
        try {
            // The JDK's own leaves the curve out of a key in the traditional format.
            KeyPairGenerator generator =
                    KeyPairGenerator.getInstance(format == KeyFormat.EC ? "EC" : "RSA", new BouncyCastleProvider());
            generator.initialize(format == KeyFormat.EC ? 256 : 2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot generate a key", e);
        }
    }

    private Path writeCertificate(String file, X509Certificate certificate) {
        return write(file + ".crt", certificate);
    }

    private Path writeKey(String file, PrivateKey key, KeyFormat format) {
        try {
            // The writer's own choice for a key is the traditional format of its algorithm.
            return write(file + ".key", format == KeyFormat.PKCS8 ? new JcaPKCS8Generator(key, null) : key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path write(String file, Object content) {
        Path path = directory.resolve(file);
        try (Writer writer = Files.newBufferedWriter(path);
                JcaPEMWriter pem = new JcaPEMWriter(writer)) {
            pem.writeObject(content);
            return path;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
