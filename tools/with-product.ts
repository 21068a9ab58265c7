import { freePortTriple, startProduct, temporaryDataDir } from '#tests/support/start-product.ts';

/** Does something with a running product: the one at `given`, or one of its own with sample data, ended afterwards. */
export async function withProduct(
  given: string | undefined,
  work: (url: string) => Promise<void>,
): Promise<void> {
  if (given) return work(given.replace(/\/$/, ''));
  const data = await temporaryDataDir();
  const port = await freePortTriple();
  const product = startProduct({ DATA_DIR: data.path, PORT: String(port), LOG_LEVEL: 'error' });
  const end = () => product.process.kill('SIGTERM');
  process.once('SIGINT', end).once('SIGTERM', end);
  try {
    process.stdout.write('Starting the product…\n');
    await product.printed(/is ready/, 300_000);
    await work(`http://localhost:${port}`);
  } finally {
    end();
    await product.ended;
    await data.remove();
  }
}
