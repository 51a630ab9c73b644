/** A kind of record that a service stores and that is copied to other platforms. */
export interface Subject {
  readonly name: string;
  readonly about: string;
  /** Columns as `name:type`, separated by spaces; the first is the key. */
  readonly columns: string;
}

/** A table for analysts, built from subjects. */
export interface Mart {
  readonly name: string;
  readonly about: string;
  /** Names of source subjects, of any area. */
  readonly from: readonly string[];
  readonly columns: string;
  /** Charts show each measure by each of `by`. */
  readonly measures: readonly string[];
  readonly by: readonly string[];
}

/** A business domain of the company with its service, team and data. */
export interface Area {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** Name of the service's database. */
  readonly service: string;
  /** Id of the owning group. */
  readonly team: string;
  readonly subjects: readonly Subject[];
  readonly marts: readonly Mart[];
  readonly dashboards: readonly string[];
}
