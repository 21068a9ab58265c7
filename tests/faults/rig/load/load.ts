import type { History } from '../history.ts';
import type { System } from '../processes/start-system.ts';
import type { Random } from '../random.ts';
import type { Crowd } from './crowd.ts';

/** State that the clients of a run share. */
export interface SharedLoad {
  system: System;
  history: History;
  crowd: Crowd;
}

/** State of one client. */
export interface Load extends SharedLoad {
  random: Random;
  /** Address of an API or the balancer, a random one. */
  url(): string;
}
