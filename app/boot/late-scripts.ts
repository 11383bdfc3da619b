/** The router's module script and its links to the files that the page needs, as React writes them. */
const MODULE = 'type="module" async=""'
const LINKS = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g

/** Starts the page's scripts after the first frame or at the first input; in a hidden tab, which draws no frame, at once. */
const starter = (files: string[]) => `(()=>{
let started
const uses=["pointerdown","keydown","focusin"]
const start=async()=>{
if(started)return
started=true
for(const use of uses)removeEventListener(use,start,true)
const files=${JSON.stringify(files)}
for(const href of files)document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}))
for(const file of files)if(!file.includes("/entry.client-"))try{
await import(file)
await(self.scheduler?.yield?.()??new Promise(done=>setTimeout(done)))
}catch{}
const script=document.createElement("script")
script.type="module"
script.text=document.querySelector('script[type="text/plain"]').text
document.head.append(script)
script.remove()
}
for(const use of uses)addEventListener(use,start,true)
if(document.hidden)start()
else requestAnimationFrame(()=>setTimeout(start))
})()`

/**
 * Delays a page's scripts until its first frame. The router's script becomes a data block, and a starter script replaces the
 * preload links: it runs each file in a task of its own.
 */
export function delayScripts(html: string, nonce: string): string {
  const files: string[] = []
  const delayed = html
    .replace(LINKS, (_, file: string) => {
      files.push(file)
      return ''
    })
    .replace(MODULE, 'type="text/plain"')
  const end = delayed.lastIndexOf('</body>')
  return `${delayed.slice(0, end)}<script nonce="${nonce}">${starter(files)}</script>${delayed.slice(end)}`
}
