import { urnOfType } from '../arguments/urn-argument.ts';

/** Base path of requests on proposals. */
export const PROPOSALS_PATH = '/api/colophon/v1/proposals';

const ENTITY_TYPE = 'changeProposal';

/** Path of the proposal with this id or urn. Throws UsageError for a urn of another type. */
export function proposalPath(name: string): string {
  const id = urnOfType(ENTITY_TYPE, name).slice(`urn:li:${ENTITY_TYPE}:`.length);
  return `${PROPOSALS_PATH}/${encodeURIComponent(id)}`;
}
