import type { Resolvers } from '../../schema/schema-types.generated.ts';
import { unsupported } from '../fields/unsupported.ts';

const NO_FILES = 'Files cannot be uploaded. Host the file on another server and link to it.';

/** Queries of DataHub that are refused with the reason. */
export const UNSUPPORTED_QUERIES = {
  getAccessToken: unsupported('getAccessToken', 'A query creates no token. Use createAccessToken.'),
  getPresignedUploadUrl: unsupported('getPresignedUploadUrl', NO_FILES),
} satisfies Partial<Resolvers['Query']>;

/** Mutations of DataHub that are refused with the reason. */
export const UNSUPPORTED_MUTATIONS = {
  createDataHubFile: unsupported('createDataHubFile', NO_FILES),
  createLogicalModel: unsupported(
    'createLogicalModel',
    'Write datasetProperties and schemaMetadata of a dataset on a logical platform.',
  ),
  importDocumentsFromFiles: unsupported('importDocumentsFromFiles', 'Use createDocument for each file.'),
  updateDocPropagationSettings: unsupported(
    'updateDocPropagationSettings',
    'Documentation is not propagated between columns.',
  ),
  updateLogicalModelSchema: unsupported('updateLogicalModelSchema', 'Write schemaMetadata of the dataset.'),
} satisfies Partial<Resolvers['Mutation']>;
