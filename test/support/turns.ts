/** Number of turns that the event loop gives to other work while this work runs. */
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
