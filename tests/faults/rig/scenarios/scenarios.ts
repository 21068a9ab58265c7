import { clocksApart } from './clocks-apart.ts';
import { crashScenarios } from './crash-points.ts';
import { fewDescriptors } from './few-descriptors.ts';
import { mailsWaiting } from './mails-waiting.ts';
import { providerFails } from './provider-fails.ts';
import { sabotageScenarios } from './sabotaged.ts';
import type { Scenario } from './scenario.ts';
import { webhooksInDisorder } from './webhooks-in-disorder.ts';

/** All named scenarios. */
export const scenarios: readonly Scenario[] = [
  mailsWaiting,
  providerFails,
  webhooksInDisorder,
  clocksApart,
  fewDescriptors,
  ...crashScenarios,
  ...sabotageScenarios,
];
