/** Properties and entities of the random sequences: few, so that steps interact often. */
export const NAMES = ['a', 'a_b', 'a.b'] as const;
export const ENTITIES = ['one', 'two', 'three'] as const;

export type Name = (typeof NAMES)[number];
export type Entity = (typeof ENTITIES)[number];
export type Scalar = string | number;
export type Values = readonly Scalar[];

/** Value types in the order of breaking changes. */
export const TYPES = ['string', 'number', 'urn'] as const;
export type Type = (typeof TYPES)[number];
