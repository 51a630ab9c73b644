/** Turns that the event loop gives to other work before this work is over. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    setImmediate(() => {
      if (isOver) return;
      turns++;
      count();
    });
  };
  count();
  await work();
  isOver = true;
  return turns;
}
