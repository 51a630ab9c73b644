import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.NoLockFactory;

/**
 * Multiplies the documents of a closed shard: appends copies of its segments. Usage: java -cp lucene-core.jar AddCopies.java
 * FOLDER FACTOR, with the folder of its Lucene index.
 */
class AddCopies {
  public static void main(String[] args) throws Exception {
    Path shard = Path.of(args[0]);
    int factor = Integer.parseInt(args[1]);
    Path original = Files.createTempDirectory(shard.getParent(), "original");
    link(shard, original);
    // The node holds the lock of a closed shard, but does not write it.
    try (var target = FSDirectory.open(shard, NoLockFactory.INSTANCE);
        var source = FSDirectory.open(original)) {
      var config = new IndexWriterConfig(null)
          .setOpenMode(IndexWriterConfig.OpenMode.APPEND)
          .setMergePolicy(NoMergePolicy.INSTANCE)
          .setSoftDeletesField("__soft_deletes");
      var order = SegmentInfos.readLatestCommit(source).info(0).info.getIndexSort();
      if (order != null) config.setIndexSort(order);
      try (var writer = new IndexWriter(target, config)) {
        for (int i = 1; i < factor; i++) writer.addIndexes(source);
      }
    }
    try (var files = Files.list(original)) {
      for (Path file : files.toList()) Files.delete(file);
    }
    Files.delete(original);
  }

  private static void link(Path from, Path to) throws Exception {
    try (var files = Files.list(from)) {
      for (Path file : files.toList()) {
        if (!file.endsWith("write.lock")) Files.createLink(to.resolve(file.getFileName()), file);
      }
    }
  }
}
