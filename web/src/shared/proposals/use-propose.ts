import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { shorten } from '../../../../src/util/printable.ts';
import { request } from '../../api/request.ts';
import { showToast } from '../../components/feedback/toasts.tsx';
import { proposalPath } from '../../urls/paths.ts';
import { PROPOSALS, readSummary } from './proposals.ts';

/** Longest generated title, in characters. */
const LONGEST = 150;

/** What is proposed, and why. */
export type NewProposal = (
  | {
      /** A bulk edit. */
      readonly edit: object;
    }
  | {
      /** Definitions and deletions of structured properties. */
      readonly plan: object;
    }
) & {
  readonly title: string;
  /** '' for none. */
  readonly reason: string;
  /** What it is about: a message replaces those about the same. */
  readonly about: string;
};

/** Makes a proposal, and says so with a link to it. */
export function usePropose(onDone: () => void) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: async ({ about: _, reason, title, ...change }: NewProposal) => {
      const said = reason.trim();
      const body = {
        title: shorten(title.replaceAll(/\s+/g, ' '), LONGEST),
        ...(said !== '' && { reason: said }),
        ...change,
      };
      return readSummary(await request(PROPOSALS, { body }));
    },
    onSuccess: async ({ id, title }, { about }) => {
      await client.invalidateQueries({ queryKey: ['proposals'] });
      showToast(
        `Proposed: ${title}`,
        { label: 'Open', onPress: () => navigate(proposalPath(id)) },
        `${about} proposed`,
      );
      onDone();
    },
  });
}
