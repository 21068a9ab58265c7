import { storageKeys } from './storage-keys.ts';

/**
 * Runs in the head, before anything is painted: theme and signed-in state land on `<html>`, so that
 * neither colours nor the navigation change under the reader's eyes. Kept tiny; its hash goes into the CSP.
 */
export const firstPaintScript = `(function(d){d.js='';try{var s=localStorage;if(s.getItem('${storageKeys.token}'))d.session='in';var t=s.getItem('${storageKeys.theme}');if(t)d.theme=t}catch(e){}})(document.documentElement.dataset)`;
