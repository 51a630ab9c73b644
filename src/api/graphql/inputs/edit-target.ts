import { invalidRequest } from '../../../errors.ts';
import type { AssetText } from '../../../operations/assets.ts';
import { checkBatchSize } from '../../../util/batch-size.ts';
import { because } from '../../../refusals.ts';

/** Target of a mutation in GraphQL's form: an entity, or a column of a dataset. */
export interface ResourceRef {
  readonly resourceUrn: string;
  readonly subResourceType?: string | null | undefined;
  readonly subResource?: string | null | undefined;
}

/** Converts targets to the input of operations; skips nulls. Throws INVALID_REQUEST for an incomplete sub-resource. */
export function assetsOf(resources: readonly (ResourceRef | null)[]): AssetText[] {
  checkBatchSize('resources', resources.length);
  return resources.flatMap((resource) => (resource === null ? [] : [assetOf(resource)]));
}

/** Converts a target to the input of operations. Throws INVALID_REQUEST for an incomplete sub-resource. */
export function assetOf({ resourceUrn, subResourceType, subResource }: ResourceRef): AssetText {
  if (!subResource && !subResourceType) return { urn: resourceUrn, fieldPath: undefined };
  if (!subResource) {
    throw invalidRequest(
      `Failed to update resource with urn ${resourceUrn}. SubResourceType (${subResourceType ?? ''}) provided without a subResource. Name the column in 'subResource'.`,
      undefined,
      because('INPUT_MISSING', { name: 'subResource' }),
    );
  }
  if (!subResourceType) {
    throw invalidRequest(
      `Failed to update resource with urn ${resourceUrn}. SubResource (${subResource}) provided without a subResourceType. Add 'subResourceType: DATASET_FIELD'.`,
      undefined,
      because('INPUT_MISSING', { name: 'subResourceType' }),
    );
  }
  return { urn: resourceUrn, fieldPath: subResource };
}
