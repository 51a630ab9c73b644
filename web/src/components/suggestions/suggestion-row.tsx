import { memo, type ReactNode } from 'react';
import { Text } from 'react-aria-components';
import { MarkedText } from '../text/marked-text.tsx';
import './suggestion-row.css';

/** Something to open, such as an asset, a page or an earlier search. */
export interface Suggestion {
  readonly id: string;
  readonly label: string;
  /** The label in pieces, if parts of it match what was typed. */
  readonly pieces?: readonly { readonly text: string; readonly isMatch: boolean }[] | undefined;
  readonly icon?: ReactNode;
  /** Where it is, such as the path of an asset. */
  readonly place?: string | undefined;
  /** What it is, such as its platform and type. */
  readonly kind?: ReactNode;
}

/** Suggestions of one kind. */
export interface SuggestionGroup {
  readonly id: string;
  /** Undefined for a line that needs no heading. */
  readonly label: string | undefined;
  readonly suggestions: readonly Suggestion[];
}

/**
 * The content of a suggestion on one line: icon, name, place and kind. The slots label it in lists of React Aria. Renders again only
 * for another suggestion: lists render at each key that is typed.
 */
export const SuggestionRow = memo(function SuggestionRow({
  suggestion,
}: {
  readonly suggestion: Suggestion;
}): ReactNode {
  const { label, pieces, icon, place = '', kind } = suggestion;
  return (
    <span className="suggestion-row">
      {icon !== undefined && <span className="suggestion-icon">{icon}</span>}
      <Text slot="label" className="suggestion-name">
        {pieces === undefined ? <span dir="auto">{label}</span> : <MarkedText pieces={pieces} />}
      </Text>{' '}
      {(place !== '' || kind !== undefined) && (
        <Text slot="description" className="suggestion-more">
          <span className="suggestion-place" dir="auto">
            {place}
          </span>{' '}
          <span className="suggestion-kind">{kind}</span>
        </Text>
      )}
    </span>
  );
});
