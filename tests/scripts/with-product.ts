import { freePortTriple, startProduct, temporaryDataDir } from '#tests/support/product/start-product.ts';

/**
 * Calls `work` with the URL of a running product: `given`, or one with sample data that is started and stopped here.
 */
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
