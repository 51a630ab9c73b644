/** Index field that says, for a document that lacks some of its values or words, which and why. Has no public name. */
export const INCOMPLETE = '~incomplete';
