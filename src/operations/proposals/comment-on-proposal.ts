import { invalidRequest } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { stampNow } from '../stamp-now.ts';
import { changeProposal } from './decide.ts';
import { COMMENT_TEXT, PROPOSAL_ID } from './shapes.ts';

/** Maximum number of comments on a proposal. */
const MOST_COMMENTS = 200;

/** Maximum UTF-16 units of all comments on a proposal: lists read them, and each comment stores all of them again. */
const MOST_TEXT = 100_000;

/** Comments on a proposal that the caller may see. */
export const commentOnProposal = defineProtected({
  name: 'commentOnProposal',
  effect: 'write',
  proposing: 'run',
  summary: 'Comments on a proposed change.',
  hasOwnBounds: true,
  needs: TOKEN,
  input: () => objectOf({ id: PROPOSAL_ID, text: COMMENT_TEXT }),
  run: ({ id, text }, work) =>
    changeProposal(id, work, ({ comments }) => {
      if (comments.length >= MOST_COMMENTS)
        throw invalidRequest(
          `The proposal ${id} has ${comments.length} comments, the maximum. Decide it, or talk elsewhere.`,
          undefined,
          because('LIST_TOO_LONG', { size: comments.length, most: MOST_COMMENTS }),
        );
      const length = comments.reduce((sum, { text: said }) => sum + said.length, text.length);
      if (length > MOST_TEXT)
        throw invalidRequest(
          `The comments on the proposal ${id} would have ${length} characters, more than ${MOST_TEXT}. Shorten it, or talk elsewhere.`,
          'text',
          because('TEXT_TOO_LONG', { length, most: MOST_TEXT }),
        );
      const { actor: author, time } = stampNow(work);
      return Promise.resolve({ comments: [...comments, { author, time, text }] });
    }),
});
