/** What a run of the rig is called with. */
export interface RigOptions {
  seed: number;
  backend: 'redis' | 'postgres';
  /** How long load and faults last, in seconds; healing and checks follow. */
  seconds: number;
  /** Payments that are started per second. */
  rate: number;
  /** Mild faults and reads beside the payments, and the use of resources is watched. */
  isSoak: boolean;
  /** Random faults come in pairs that overlap. */
  isOverlapping: boolean;
}
