import { shortRun } from './short-run.ts';

shortRun('postgres');
