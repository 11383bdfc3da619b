import { largeTypeScript } from '../browser/large-type.ts'

/**
 * Remembers buttons that are pressed and fields that are changed, for the code that isn't there yet (early-input.ts). In the page's
 * head: on a slow connection the first button is there long before the page's end.
 */
const rememberInput = `earlyInput=[]
addEventListener("click",rememberPress=({target})=>{
const element=target.closest?.("button")
if(element)earlyInput.push({element})
},true)
addEventListener("input",rememberField=({target:element})=>{
if(earlyInput.at(-1)?.element===element)earlyInput.pop()
earlyInput.push({element,value:element.value,checked:element.checked})
},true)
`

/** Back and Forward before the router is there would show another address with this page's data: the browser loads that page. */
const loadOnBack =
  '{const at=()=>location.pathname+location.search,first=at();addEventListener("popstate",loadOnBack=()=>{if(at()!==first)location.reload()})}'

/** The inline script of the page's head, which runs before the page is drawn. */
export const headScript = import.meta.env.SSR ? largeTypeScript + rememberInput + loadOnBack : ''
