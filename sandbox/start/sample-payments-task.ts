import { readConfig } from '#services/platform/config.ts';
import { addSamplePayments } from './add-sample-payments.ts';
import { runAsTask } from './run-task.ts';

/** Task of `npm start`: adds the payments of the sample data to the local provider, which is running. */
await runAsTask(() => addSamplePayments(readConfig()));
