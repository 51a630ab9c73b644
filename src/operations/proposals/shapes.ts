import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { MOST_ITEMS } from './items.ts';
import { TEXT, batchOf, described, readAs } from '../shapes.ts';

/** Maximum UTF-16 units of a title, of a reason, and of a comment. */
const MOST_TITLE = 500;
const MOST_TEXT = 10_000;

function textUpTo(name: string, most: number, canBeEmpty = false) {
  return v.pipe(
    TEXT,
    readAs((text: string) => {
      if (!canBeEmpty && text.trim() === '')
        throw invalidRequest(
          `'${name}' is empty. Say something.`,
          undefined,
          because('INPUT_MISSING', { name }),
        );
      if (text.length <= most) return text;
      throw invalidRequest(
        `'${name}' has ${text.length} characters, more than ${most}. Shorten it.`,
        undefined,
        because('TEXT_TOO_LONG', { length: text.length, most }),
      );
    }),
  );
}

/** Shapes of the inputs about proposals. */
export const PROPOSAL_ID = described('Id or urn of the proposal.', TEXT);
export const TITLE = described(
  'What the change is, in a line of at most 500 characters.',
  textUpTo('title', MOST_TITLE),
);
export const REASON = described('Why, in at most 10,000 characters.', textUpTo('reason', MOST_TEXT, true));
export const COMMENT_TEXT = described(
  'The comment, of at most 10,000 characters.',
  textUpTo('text', MOST_TEXT),
);
export const COMMENT = v.nullish(
  described('A comment on the decision, of at most 10,000 characters.', textUpTo('comment', MOST_TEXT)),
);
export const ITEM_IDS = v.nullish(
  described(
    `Ids of the only items to approve, at most ${MOST_ITEMS}; the rest is left. Default: all items that you see.`,
    batchOf('only', TEXT),
  ),
);
