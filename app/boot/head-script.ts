import { largeTypeScript } from '../browser/large-type.ts'

/**
 * Records pressed buttons and changed and left fields until the page's code has loaded (early-input.ts), from the head on:
 * buttons show long before the page's end. Checkboxes and radio buttons are recorded by their click, which React handles too;
 * their input event comes after it.
 */
const rememberInput = `earlyInput=[]
{const remember=element=>{
const last=earlyInput.at(-1)
if(last?.element===element&&!last.left)earlyInput.pop()
earlyInput.push({element,value:element.value,checked:element.checked})
},isTick=({type})=>type=="checkbox"||type=="radio"
rememberInput={click({target}){
const element=target.closest?.("button")
if(element)earlyInput.push({element})
else if(isTick(target))remember(target)
},input({target}){
if(!isTick(target))remember(target)
},focusout({target,relatedTarget}){
if(target.matches("input,select,textarea"))earlyInput.push({element:target,left:{relatedTarget}})
}}
for(const type in rememberInput)addEventListener(type,rememberInput[type],true)}
`

/** Reloads on Back and Forward before the router has started: otherwise another address would show this page's data. */
const loadOnBack =
  '{const at=()=>location.pathname+location.search,first=at();addEventListener("popstate",loadOnBack=()=>{if(at()!==first)location.reload()})}'

/** The inline script of the page's head, which runs before the page is drawn. */
export const headScript = import.meta.env.SSR ? largeTypeScript + rememberInput + loadOnBack : ''
