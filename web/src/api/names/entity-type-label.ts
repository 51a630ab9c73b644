import { capitalized } from './capitalized.ts';
import { splitWords } from './split-words.ts';

/** Labels that cannot be derived from the type's spelling. */
const NAMES: Readonly<Record<string, string>> = {
  corpuser: 'User',
  corpgroup: 'Group',
  // The catalog stores webhooks as such, and nothing else.
  datahubaction: 'Webhook',
  datahubpolicy: 'Policy',
  datahubrole: 'Role',
  datahubview: 'View',
  datahubexecutionrequest: 'Ingestion run',
  datahubopenapischema: 'API schema',
  datahubupgrade: 'System update',
  schemafield: 'Column',
  dataflow: 'Pipeline',
  datajob: 'Task',
  glossarynode: 'Glossary group',
  mlmodel: 'ML model',
  mlmodelgroup: 'ML model group',
  mlfeature: 'ML feature',
  mlfeaturetable: 'ML feature table',
  mlprimarykey: 'ML primary key',
  mlmodeldeployment: 'ML model deployment',
  structuredproperty: 'Property',
};

/** Display name of an entity type, from its name in urns (`dataProduct`) or in GraphQL (`DATA_PRODUCT`). */
export function entityTypeLabel(name: string): string {
  const known = NAMES[name.replaceAll('_', '').toLowerCase()];
  if (known !== undefined) return known;
  const words = splitWords(/[a-z]/.test(name) ? name : name.toLowerCase()).replace(/^data ?hub /, '');
  return capitalized(words);
}

/** {@link entityTypeLabel} within a sentence: `data product`, `ML model`. */
export function entityTypeWord(name: string): string {
  return entityTypeLabel(name).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}
