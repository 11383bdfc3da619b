/*
 * A page that is complete as HTML is drawn before its scripts are loaded, so that they take nothing from what is seen first. They then
 * load together and run one file after the other, each in a task of its own, so that none keeps a press waiting.
 */

/** Marks the files and the script that wait. */
const WAITING = 'waiting'

/**
 * Remembers buttons that are pressed and fields that are changed, for the code that isn't there yet (early-input.ts). In the page's
 * head: on a slow connection the first button is there long before the page's end.
 */
export const rememberScript = `earlyInput=[]
addEventListener("click",({target})=>{
const element=target.closest?.("button")
if(element)earlyInput.push({element})
},true)
addEventListener("input",rememberField=({target:element})=>{
if(earlyInput.at(-1)?.element===element)earlyInput.pop()
earlyInput.push({element,value:element.value,checked:element.checked})
},true)
`

/** Back and Forward before the router is there would show another address with this page's data: the browser loads that page. */
const LOAD_ON_BACK =
  '{const at=()=>location.pathname+location.search,first=at();addEventListener("popstate",loadOnBack=()=>{if(at()!==first)location.reload()})}'

/** Starts the page's scripts after its first frame, or with its first use. In a hidden tab, which draws none, at once. */
const startWaiting = (entry: string) => `(()=>{
let started
const uses=["pointerdown","keydown","focusin"]
const start=async()=>{
if(started)return
started=true
for(const use of uses)removeEventListener(use,start,true)
const links=[...document.querySelectorAll('link[rel="${WAITING}"]')]
for(const link of links)link.rel="modulepreload"
for(const {href} of links)if(!href.endsWith(${JSON.stringify(entry)}))try{
await import(href)
await(self.scheduler?.yield?.()??new Promise(done=>setTimeout(done)))
}catch{}
const script=document.createElement("script")
script.type="module"
script.text=document.querySelector('script[type="${WAITING}"]').text
document.head.append(script)
script.remove()
}
for(const use of uses)addEventListener(use,start,true)
if(document.hidden)start()
else requestAnimationFrame(()=>setTimeout(start))
})()`

/** The application's own script. In development nothing waits: Vite's scripts must run first. */
export const startScript = (entry: string) => LOAD_ON_BACK + (import.meta.env.PROD ? startWaiting(entry) : '')

/**
 * A page's HTML with its scripts waiting: the links to them are in the head, the router's own script at the end of the body, which is
 * returned in parts so that it isn't copied.
 */
export const delayScripts = ({ head, body }: { head: string; body: string }) => {
  const module = body.lastIndexOf(MODULE)
  if (!import.meta.env.PROD || module < 0) return { head, body: [body] }
  const script = body.lastIndexOf('<script', module)
  return {
    head: head.replaceAll('<link rel="modulepreload"', `<link rel="${WAITING}"`),
    body: [body.slice(0, script), body.slice(script).replace(MODULE, `type="${WAITING}"`)],
  }
}

const MODULE = 'type="module" async=""'
