/** A phrase that reads as a translation or hides a standard term. */
export interface AvoidedPhrase {
  /** Matches lower-case text in which identifiers are split into words. */
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly instead: string;
}

/** Phrases to avoid in code, comments, messages and docs. Add one when a review finds it a second time. */
export const AVOIDED_PHRASES: readonly AvoidedPhrase[] = [
  {
    pattern: /\b(un)?told\b|\btell(s|ing)?\b/u,
    instead: 'reports, returns, shows, states, notifies, distinguishes',
  },
  { pattern: /\b(go|goes|going|went) on\b/u, instead: 'continues' },
  { pattern: /\bas far as\b/u, instead: 'if, where, within (or delete the clause)' },
  { pattern: /\bwhoever\b/u, instead: 'anyone who, the caller, who' },
  { pattern: /\bwhatever\b/u, instead: 'any, every, regardless of' },
  { pattern: /\bof (before|then|old|ours|yours|theirs)\b/u, instead: 'earlier, previous, your, their' },
  {
    pattern: /\b(what|that|which) (is|are|was|were) (still )?left\b(?! (alone|as|out|to|unchanged))/u,
    instead: 'remaining',
  },
  {
    pattern: /\b(is|are|was|were|be|been|being|sees?) gone\b/u,
    instead: 'deleted, removed, closed, no longer exists',
  },
  { pattern: /\b(go|goes|went) with (it|them)\b/u, instead: 'is deleted too, belongs to' },
  { pattern: /\b(became|becomes?) of\b/u, instead: 'the result, the state' },
  { pattern: /\blook(s|ed|ing)? for\b/u, instead: 'searches, finds, reads' },
  { pattern: /\bsought\b/u, instead: 'query, queried, searched' },
  { pattern: /\bunder way\b/u, instead: 'in progress, pending, running' },
  { pattern: /\bunhurried\b/u, instead: 'in chunks, yielding' },
  { pattern: /(?<!: )\bstretch(es)?\b/u, instead: 'range, interval' },
  { pattern: /\b(anew|once more)\b/u, instead: 'again' },
  { pattern: /\b(in vain|at hand|by and by|whence|wherein|lets? go of)\b/u, instead: 'a plain word' },
  { pattern: /\bforg(et|ets|etting|ot|otten)\b/u, instead: 'drops, evicts, deletes, expires' },
  { pattern: /\bremember(s|ed|ing)?\b/u, instead: 'caches, keeps, stores' },
  { pattern: /^\W*the same(,| as| but)\b/u, instead: 'a docstring that stands alone' },
];
