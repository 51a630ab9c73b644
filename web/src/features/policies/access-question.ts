import type { UrlCodec } from '../../urls/search-state.ts';
import type { AccessQuestion } from './explain-access.tsx';

/** Codec of an access question in the address: `?tab=test&actor=...&privilege=...&entity=...`. */
export const ACCESS_QUESTION: UrlCodec<AccessQuestion> = {
  parse: (parameters) => ({
    actor: parameters.get('actor') ?? '',
    privilege: parameters.get('privilege') ?? '',
    entity: parameters.get('entity') ?? '',
    property: parameters.get('property') ?? '',
  }),
  format: (question) =>
    new URLSearchParams([
      ['tab', 'test'],
      ...Object.entries(question).filter(([, value]: [string, string]) => value !== ''),
    ]),
};
