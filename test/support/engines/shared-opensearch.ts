import { jsonAt } from '../json-at.ts';
import { OpenSearchNode } from './opensearch-node.ts';

/** Starts one node for all files of a suite. */
export async function setup(): Promise<() => Promise<void>> {
  const node = await OpenSearchNode.start();
  process.env['OPENSEARCH_URL'] = node.url;
  console.log('OpenSearch', jsonAt(await node.ask('GET', '/'), 'version', 'number'));
  return () => node.stop();
}
