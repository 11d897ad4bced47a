import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * Says of which servers of this machine Java takes the certificate.
 *
 * PeerOpinions FOLDER [whole]: FOLDER/rows has a line for each server, name, host and port parted by tabs, and
 * FOLDER/NAME/roots.pem its anchors. Prints the name, a tab, and "ok" or the reason; with whole, the stack trace's lines
 * that are no places in code, "\n" between them.
 */
class PeerOpinions {
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        for (String row : Files.readAllLines(folder.resolve("rows"))) {
            String[] field = row.split("\t");
            String said = "ok";
            try {
                ask(folder.resolve(field[0]), field[1], Integer.parseInt(field[2]));
            } catch (Exception error) {
                said = arguments.length > 1 ? trace(error) : word(error);
            }
            System.out.println(field[0] + "\t" + said);
        }
    }

    static void ask(Path folder, String host, int port) throws Exception {
        KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
        anchors.load(null, null);
        try (InputStream file = Files.newInputStream(folder.resolve("roots.pem"))) {
            int number = 0;
            for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(file)) {
                anchors.setCertificateEntry("anchor " + number++, one);
            }
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(anchors);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        // The plain socket alone is closed: what was decided stands, however the connection ends.
        try (Socket plain = new Socket("127.0.0.1", port)) {
            plain.setSoTimeout(5_000);
            SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
            SSLParameters parameters = socket.getSSLParameters();
            // Without it no name is compared (JSSE's reference guide).
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
        }
    }

    private static String trace(Throwable error) {
        StringBuilder lines = new StringBuilder(error.toString());
        for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
            lines.append("\\nCaused by: ").append(cause);
        }
        return lines.toString().replaceAll("[\r\n\t]+", " ");
    }

    /** The innermost cause, without what changes from run to run. */
    static String word(Throwable error) {
        Throwable last = error;
        while (last.getCause() != null) {
            last = last.getCause();
        }
        String text = String.valueOf(last.getMessage()).split("\n")[0];
        return text.replaceAll("^\\((\\w+)\\) Received fatal alert: .*", "alert $1")
                .replaceAll("[A-Z][a-z]{2} [A-Z][a-z]{2} \\d\\d [0-9:]{8} [A-Z]+ \\d+", "…")
                .strip();
    }
}
