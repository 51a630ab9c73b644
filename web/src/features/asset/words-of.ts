/** A constant of the API in words: `DATA_SCHEMA` is `Data schema`. */
export function wordsOf(constant: string): string {
  const words = constant.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
