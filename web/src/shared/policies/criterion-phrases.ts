/** Phrases before the values of a condition on entities in a sentence, by its field: `in the domain`. */
export const CRITERION_PHRASES: Readonly<Record<string, string>> = {
  TYPE: 'of the type',
  URN: 'named',
  DOMAIN: 'in the domain',
  CONTAINER: 'in the container',
  TAG: 'tagged',
  GLOSSARY_TERM: 'with the term',
  GLOSSARY: 'with a term of the group',
  OWNER: 'owned by',
  GROUP_MEMBERSHIP: 'in the group',
  DATA_PLATFORM_INSTANCE: 'on the platform instance',
  SUB_TYPE: 'of the subtype',
  STRUCTURED_PROPERTY: 'whose',
};
