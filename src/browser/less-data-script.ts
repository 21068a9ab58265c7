import { lessDataEvent, refreshEvent } from './less-data.ts';
import { storageKeys } from './storage.ts';

/** Id of the switch "Use less data". */
export const lessDataSwitchId = 'less-data';

/**
 * Part of the inline script of the head: sets `data-less` on <html> by the switch, or else by the browser's setting
 * (`Save-Data`, which a stored page cannot read from the request); otherwise preloads the picture of its `data-picture`, and on a fast line
 * the fonts of its `data-fonts`: on a slow one they would hold up the style sheets, and texts in the fonts of the device are as readable.
 * A `<link>` in the HTML would be fetched before any script runs. Inline, because the switch, the buttons of pictures and
 * "Refresh" would cost every page with islands a part of its limit of scripts.
 */
export const lessDataScript = `(function(d){var root=d.documentElement,data=root.dataset,line=navigator.connection,stored;\
try{stored=localStorage.getItem('${storageKeys.lessData}')}catch(e){}\
if(stored?stored=='on':line&&line.saveData)data.less='';\
else{var own=d.currentScript.dataset,preload=function(href,as){var link=d.createElement('link');link.rel='preload';link.as=as;if(as=='font'){link.type='font/woff2';link.crossOrigin=''}link.href=href;d.head.appendChild(link)};\
if(own.picture)preload(own.picture,'image');if(!line||line.effectiveType=='4g')own.fonts.split(' ').forEach(function(href){preload(href,'font')})}\
addEventListener('DOMContentLoaded',function(){var box=d.getElementById('${lessDataSwitchId}');if(box)box.checked='less' in data});\
addEventListener('change',function(e){var box=e.target;if(box.id!='${lessDataSwitchId}')return;\
if(box.checked)data.less='';else delete data.less;\
try{localStorage.setItem('${storageKeys.lessData}',box.checked?'on':'off')}catch(e){}\
dispatchEvent(new Event('${lessDataEvent}'))});\
addEventListener('click',function(e){var button=e.target.closest('[data-picture]'),refresh=e.target.closest('[data-refresh]');\
if(button){var picture=button.previousElementSibling;picture.alt=button.getAttribute('aria-label');button.parentNode.dataset.shown='';picture.tabIndex=-1;picture.focus()}\
if(!refresh)return;\
var status=refresh.nextElementSibling;status.textContent=status.dataset.busy;\
if(dispatchEvent(new CustomEvent('${refreshEvent}',{cancelable:true,detail:function(){status.textContent=status.dataset.done+' '+new Date().toLocaleTimeString('en-GB',{timeStyle:'short'})}})))location.reload()})})(document)`;
