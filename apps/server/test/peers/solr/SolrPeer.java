import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.cloud.ZkTestServer;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;

/**
 * Runs two nodes of Solr with their ZooKeeper in one process, until its standard input ends. A line there stops or starts a
 * node, both, or ZooKeeper: {@code stop 0}, {@code start both}, {@code stop zookeeper}. With the address of a ZooKeeper and
 * a port after its folder, it runs one more node of that one, which may be killed alone.
 */
public class SolrPeer {
  private static Void turn(JettySolrRunner node, boolean starts) throws Exception {
    if (starts) {
      node.start(true);
    } else {
      node.stop();
    }
    return null;
  }

  private static void runNode(Path folder, String zookeeper, int port) throws Exception {
    System.setProperty("zkHost", zookeeper);
    Files.writeString(folder.resolve("solr.xml"), MiniSolrCloudCluster.DEFAULT_CLOUD_SOLR_XML);
    JettySolrRunner node = new JettySolrRunner(folder.toString(), JettyConfig.builder().setPort(port).build());
    node.start();
    System.out.println("nodes " + node.getBaseUrl());
    while (System.in.read() >= 0) {}
    Runtime.getRuntime().halt(0);
  }

  public static void main(String[] args) throws Exception {
    if (args.length > 1) runNode(Path.of(args[0]), args[1], Integer.parseInt(args[2]));
    MiniSolrCloudCluster cluster = new MiniSolrCloudCluster(2, Path.of(args[0]), JettyConfig.builder().build());
    List<JettySolrRunner> nodes = List.copyOf(cluster.getJettySolrRunners());
    System.out.println("zookeeper " + cluster.getZkServer().getZkAddress());
    System.out.println(
        "nodes " + nodes.stream().map(node -> node.getBaseUrl().toString()).collect(Collectors.joining(" ")));
    ZkTestServer zookeeper = cluster.getZkServer();
    ExecutorService hands = Executors.newFixedThreadPool(nodes.size());
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split(" ");
      boolean starts = words[0].equals("start");
      try {
        if (!words[1].equals("zookeeper")) {
          // Both at once: one alone waits for the other, which may know more.
          List<JettySolrRunner> turned = words[1].equals("both") ? nodes : List.of(nodes.get(Integer.parseInt(words[1])));
          List<Future<?>> turns = new ArrayList<>();
          for (JettySolrRunner node : turned) turns.add(hands.submit(() -> turn(node, starts)));
          for (Future<?> turn : turns) turn.get();
        } else if (starts) {
          zookeeper = new ZkTestServer(zookeeper.getZkDir(), zookeeper.getPort());
          zookeeper.run(false);
        } else {
          zookeeper.shutdown();
        }
        System.out.println("done");
      } catch (Exception error) {
        System.out.println("failed " + line + ": " + error.toString().replace('\n', ' '));
      }
    }
    // What it would tidy up is in a temporary folder.
    Runtime.getRuntime().halt(0);
  }
}
