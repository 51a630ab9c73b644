/** A kind of thing that a service of the company records, and that travels through the platforms from there. */
export interface Subject {
  readonly name: string;
  readonly about: string;
  /** Columns as `name:type`, separated by spaces; the first is the key. */
  readonly columns: string;
}

/** A table that analysts use, built from subjects. */
export interface Mart {
  readonly name: string;
  readonly about: string;
  /** Names of the subjects it is built from, of any area. */
  readonly from: readonly string[];
  readonly columns: string;
  /** What is charted, and by what it is broken down. */
  readonly measures: readonly string[];
  readonly by: readonly string[];
}

/** One part of the company: a business domain with its service, its people and its data. */
export interface Area {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** Name of the service's database. */
  readonly service: string;
  /** Id of the group that owns it. */
  readonly team: string;
  readonly subjects: readonly Subject[];
  readonly marts: readonly Mart[];
  readonly dashboards: readonly string[];
}
