import type { Hit } from '../../search-index.ts';
import type { Urn } from '../../../model/urn.ts';
import type { SegmentView } from '../segment/segment-view.ts';

/** A document that may be on the page. */
export interface Candidate {
  readonly view: SegmentView;
  readonly doc: number;
  readonly score: number;
}

/** Orders candidates by urn, without decoding the urns. */
export function compareCandidateUrns(a: Candidate, b: Candidate): number {
  if (a.view === b.view) return a.doc - b.doc;
  return a.view.segment.urns.compareWith(a.doc, b.view.segment.urns, b.doc);
}

/** Urn of a candidate. */
export function urnOf({ view, doc }: Candidate): Urn {
  // Only urns enter the dictionary: documents are keyed by `Urn`.
  return view.segment.urns.get(doc) as Urn;
}

/** Converts a candidate to a hit. */
export function toHit(candidate: Candidate): Hit {
  const { doc, score, view } = candidate;
  return { urn: urnOf(candidate), entityType: view.segment.entityTypeOf(doc), score };
}
