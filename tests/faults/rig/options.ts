/** The options of a run of the rig. */
export interface RigOptions {
  seed: number;
  backend: 'redis' | 'postgres';
  /** How long load and faults last, in seconds; healing and checks follow. */
  seconds: number;
  /** Payments that must be approved before the load ends, however slow the machine is; 0 by default. */
  approved?: number | undefined;
  /** Payments that are started per second. */
  rate: number;
  /** How often a scenario does what it does, where it is not as often as it says itself. */
  times?: number | undefined;
  /** Processes of each kind; 2 by default. */
  apis?: number | undefined;
  workers?: number | undefined;
  /** Caddy with the configuration of deploy/proxy in place of the balancer of the rig, and no client beside it. */
  proxy?: 'caddy' | undefined;
  /** Mild faults and reads beside the payments, and the use of resources is watched. */
  isSoak: boolean;
  /** Random faults come in pairs that overlap. */
  isOverlapping: boolean;
  /** Some of the first connections of each process are held, dropped or delayed, and processes restart more often. */
  hasFaultyStarts: boolean;
}
