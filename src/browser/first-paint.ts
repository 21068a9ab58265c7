import { storageKeys } from './storage-keys.ts';

// Theme, signed-in state and role are set on <html>, so that neither colours nor the navigation change under the reader's eyes.
const firstColours = `(function(d){d.js='';try{var s=localStorage;if(s.getItem('${storageKeys.token}')){d.session='in';d.role=s.getItem('${storageKeys.role}')||''}var t=s.getItem('${storageKeys.theme}');if(t)d.theme=t}catch(e){}})(document.documentElement.dataset)`;

// A soft change of pages that is cut short, or that the new page never hears of, is no error, but browsers
// report it as one. It is recognised by its message: nothing else of it can be reached from here.
const calmTransitions =
  "addEventListener('unhandledrejection',function(e){if(/^Transition was /.test(e.reason&&e.reason.message))e.preventDefault()})";

/** Runs in the head, before anything is painted. Kept tiny; its hash goes into the CSP. */
export const firstPaintScript = `${firstColours};${calmTransitions}`;
