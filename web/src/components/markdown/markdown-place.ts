import { createContext } from 'react';

/** What a Markdown text is part of: a set of documents that link to each other, with real headings. */
export interface Place {
  /** Address in these pages of a link, or an anchor with `#`; undefined: it leads elsewhere. */
  readonly pathOf: (href: string) => string | undefined;
  /** Id of a heading. */
  readonly anchorOf: (heading: string) => string;
}

/** Undefined: a text of the catalog, whose headings are not those of the page, and whose links lead elsewhere. */
export const MarkdownPlace = createContext<Place | undefined>(undefined);
