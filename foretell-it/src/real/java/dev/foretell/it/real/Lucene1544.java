// SPDX-License-Identifier: Apache-2.0
package dev.foretell.it.real;

import org.apache.lucene.analysis.SimpleAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.RAMDirectory;

/** LUCENE-1544: adding an index waits for a merge, and the merge for the adding. */
public final class Lucene1544 {
    public static void main(String[] args) throws Exception {
        RAMDirectory other = new RAMDirectory();
        IndexWriter source = new IndexWriter(other, true, new SimpleAnalyzer(), true);
        add(source);
        source.close();
        IndexWriter writer = new IndexWriter(new RAMDirectory(), true, new SimpleAnalyzer(), true);
        writer.setMaxBufferedDocs(2);
        writer.setMergeFactor(2);
        for (int i = 0; i < 4; i++) {
            add(writer);
        }
        Thread.sleep(200); // the merges that this caused have been done
        Thread adder = Play.start("adder", () -> writer.addIndexes(new IndexReader[] {IndexReader.open(other)}));
        Play.join(adder);
        writer.close();
    }

    private static void add(IndexWriter writer) throws Exception {
        Document document = new Document();
        document.add(new Field("f", "a b c", Field.Store.NO, Field.Index.ANALYZED));
        writer.addDocument(document);
    }
}
