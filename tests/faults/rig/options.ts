/** What a run of the rig is called with. */
export interface RigOptions {
  seed: number;
  backend: 'redis' | 'postgres';
  /** How long load and faults last, in seconds; healing and checks follow. */
  seconds: number;
  /** Payments that are started per second. */
  rate: number;
  /** How often a scenario does what it does, where it is not as often as it says itself. */
  times?: number | undefined;
  /** Mild faults and reads beside the payments, and the use of resources is watched. */
  isSoak: boolean;
  /** Random faults come in pairs that overlap. */
  isOverlapping: boolean;
}
