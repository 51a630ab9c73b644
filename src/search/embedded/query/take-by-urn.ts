import { DocCursor } from '../sets/doc-cursor.ts';
import { compareCandidateUrns, type Candidate } from './candidate.ts';
import type { Matches } from './match.ts';
import { takeMerged } from './merge-streams.ts';

/** Up to `count` matches by urn, all with score 1: those after `after`, skipping `skip`. */
export function takeByUrn(
  matches: readonly Matches[],
  after: string | undefined,
  skip: number,
  count: number,
): Candidate[] {
  const streams = matches
    .filter((match) => match.count > 0)
    .map(({ view, docs }) => {
      const first = after === undefined ? 0 : view.segment.urns.upperBound(after);
      const cursor = new DocCursor(docs, view.segment.size, first);
      return (): Candidate | undefined => {
        const doc = cursor.next();
        return doc < 0 ? undefined : { view, doc, score: 1 };
      };
    });
  return takeMerged(streams, compareCandidateUrns, skip, count);
}
