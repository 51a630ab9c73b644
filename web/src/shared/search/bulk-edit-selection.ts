/** A selection by search, evaluated by the server: not all of it need be on the page. */
export interface SearchSelection {
  /** Entity types, `DATASET` or `dataset`; empty: all searchable types. */
  readonly types?: readonly string[];
  /** Text of the search; default `*`. */
  readonly query?: string;
  /** Conditions as in `SearchAcrossEntitiesInput`: OR of ANDs. */
  readonly orFilters?: readonly {
    readonly and: readonly {
      readonly field: string;
      readonly condition?: string;
      readonly values?: readonly string[];
      readonly negated?: boolean;
    }[];
  }[];
}

/** The assets to edit: these urns, or everything that matches a search. */
export type BulkEditSelection =
  | { readonly urns: readonly string[] }
  | { readonly search: SearchSelection; readonly total?: number };

/** Props of `BulkEditDialog`. It is open as long as it is rendered. */
export interface BulkEditDialogProps {
  readonly selection: BulkEditSelection;
  readonly onClose: () => void;
}
