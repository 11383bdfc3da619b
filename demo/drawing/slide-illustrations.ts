import { cylinder, rounded, shadow } from './scene.ts'
import { drawText } from './text.ts'

/** Illustrations of the carousel: each fits a square of 640 around 0, 0 and stands on the ground at y 290. */

const green = '#0f5c4a'
const leaf = '#2f8f73'
const mint = '#bfe3d3'
const ink = '#17332c'
const skin = '#e9b994'

const cross = (x: number, y: number, size: number, fill: string) =>
  `<path transform="translate(${x} ${y}) scale(${size / 100})" d="M-18-50H18V-18H50V18H18V50H-18V18H-50V-18H-18Z" fill="${fill}"/>`

export function bloodPressure(): string {
  const number = (text: string, y: number, size: number) =>
    drawText(text, { x: 172, y, size, weight: 800, fill: ink, anchor: 'end' })
  return [
    shadow(0, 286, 330, 46),
    `<path d="M-250 60C-320 240 -120 300 -60 210" fill="none" stroke="#33524a" stroke-width="16" stroke-linecap="round"/>`,
    `<g transform="rotate(-8 -210 -60)">${cylinder(-330, -190, 230, 270, 56, leaf)}<rect x="-330" y="-120" width="230" height="26" fill="#fff" opacity=".28"/><rect x="-262" y="-66" width="96" height="74" rx="14" fill="#fff" opacity=".92"/><path d="M-214 -8C-250 -32 -244 -56 -226 -54Q-216 -52 -214 -42Q-212 -52 -202 -54C-184 -56 -178 -32 -214 -8Z" fill="${green}"/></g>`,
    `<rect x="-76" y="-176" width="376" height="460" rx="56" fill="#dfe9e5"/><rect x="-76" y="-186" width="376" height="460" rx="56" fill="#fff"/>`,
    `<rect x="-36" y="-144" width="296" height="290" rx="28" fill="#cfe5da"/>`,
    number('120', -44, 112),
    number('80', 58, 112),
    `<path d="M-6 116H40L56 88 78 134 96 116H172" fill="none" stroke="${leaf}" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/>`,
    `<path d="M222 -60C186 -84 192 -108 210 -106Q220 -104 222 -94Q224 -104 234 -106C252 -108 258 -84 222 -60Z" fill="${green}"/>`,
    `<circle cx="40" cy="208" r="36" fill="${green}"/><circle cx="188" cy="208" r="36" fill="${mint}"/><path d="M40 190V226M22 208H58" stroke="#fff" stroke-width="9" stroke-linecap="round"/>`,
  ].join('')
}

export function delivery(): string {
  return [
    shadow(20, 286, 340, 44),
    `<path d="M-330 250C-220 60 -120 220 20 60S240 -60 250 -150" fill="none" stroke="${leaf}" stroke-width="10" stroke-dasharray="4 26" stroke-linecap="round"/>`,
    `<path d="M110 284V60L240 -50 370 60V284Z" fill="#fff"/><path d="M84 84L240 -52 396 84" fill="none" stroke="${green}" stroke-width="34" stroke-linejoin="round" stroke-linecap="round"/><rect x="200" y="140" width="84" height="144" rx="12" fill="${leaf}"/><circle cx="266" cy="216" r="8" fill="#fff"/><rect x="136" y="120" width="44" height="52" rx="8" fill="${mint}"/><rect x="304" y="120" width="44" height="52" rx="8" fill="${mint}"/>`,
    `<path d="M240 -96C196 -154 176 -180 176 -214A64 64 0 0 1 304 -214C304 -180 284 -154 240 -96Z" fill="${green}"/><circle cx="240" cy="-212" r="26" fill="#fff"/>`,
    shadow(-140, 288, 220, 34),
    `<path d="M-280 -40H-10L6 286H-296Z" fill="#e2b981"/><path d="M-280 -40H-200L-216 286H-296Z" fill="#0b1f1a" opacity=".08"/><path d="M-280 -40H-10L-16 -76-44 -54-70 -78-98 -54-124 -78-152 -54-178 -78-206 -54-232 -78-258 -54-274 -76Z" fill="#cfa267"/>`,
    `<circle cx="-138" cy="128" r="82" fill="#fff"/>${cross(-138, 128, 96, green)}`,
  ].join('')
}

export function compounding(): string {
  return [
    shadow(10, 288, 350, 46),
    `<g transform="rotate(-7 -200 0)"><rect x="-330" y="-210" width="270" height="380" rx="18" fill="#0b1f1a" opacity=".08"/><rect x="-338" y="-220" width="270" height="380" rx="18" fill="#fff"/>${cross(-290, -168, 52, leaf)}<path d="M-250 -168H-110M-304 -96H-104M-304 -50H-130M-304 -4H-110M-304 42H-160" stroke="#c9d8d2" stroke-width="16" stroke-linecap="round"/><path d="M-190 116C-170 70 -150 140 -134 104S-112 110 -100 100" fill="none" stroke="${green}" stroke-width="8" stroke-linecap="round"/></g>`,
    `<path d="M168 -254L214 -236 116 60 62 40Z" fill="#c6a36d"/><path d="M168 -254L190 -246 88 50 62 40Z" fill="#fff" opacity=".4"/><circle cx="194" cy="-250" r="34" fill="#c6a36d"/>`,
    `${rounded('M-130 10H250C250 140 200 214 150 232L166 286H-46L-30 232C-80 214 -130 140 -130 10Z', '#f7f4ec')}<rect x="-152" y="-14" width="424" height="50" rx="25" fill="#fffdf7"/><rect x="-152" y="-14" width="424" height="50" rx="25" fill="url(#round)" opacity=".6"/>`,
    `<path d="M60 180C30 150 24 110 60 74 96 110 90 150 60 180Z" fill="${leaf}"/><path d="M60 176V108" stroke="#fff" stroke-width="6"/>`,
    cylinder(270, 90, 110, 196, 26, '#7a4318'),
    cylinder(288, 40, 74, 60, 12, '#fff'),
    cylinder(270, 150, 110, 84, 0, '#fdfefd'),
    `<rect x="290" y="172" width="70" height="12" rx="6" fill="${green}"/><rect x="290" y="196" width="48" height="10" rx="5" fill="#b7c5c0"/>`,
  ].join('')
}

export function advice(): string {
  return [
    shadow(-60, 288, 300, 42),
    `<path d="M-290 286C-290 120 -200 70 -80 70S130 120 130 286Z" fill="#fff"/><path d="M-150 72L-80 190 -10 72Z" fill="${leaf}"/><path d="M-158 74L-80 200 -110 286H-150L-190 90ZM-2 74L-80 200 -50 286H-10L30 90Z" fill="#eaf1ee"/>`,
    `<path d="M-124 -10H-36V84Q-80 130 -124 84Z" fill="#dba680"/>`,
    `<path d="M-196 -110C-206 -240 -140 -280 -76 -276S48 -240 36 -106C40 -40 20 20 8 40H-168C-186 10 -194 -50 -196 -110Z" fill="#3b2a22"/>`,
    `<path d="M-172 -112C-172 -10 -128 40 -80 40S12 -10 12 -112C12 -160 -30 -150 -50 -176 -70 -140 -172 -160 -172 -112Z" fill="${skin}"/>`,
    `<circle cx="-118" cy="-84" r="9" fill="${ink}"/><circle cx="-42" cy="-84" r="9" fill="${ink}"/><path d="M-108 -34Q-80 -8 -52 -34" fill="none" stroke="${ink}" stroke-width="8" stroke-linecap="round"/><circle cx="-140" cy="-48" r="16" fill="#e39d80" opacity=".55"/><circle cx="-20" cy="-48" r="16" fill="#e39d80" opacity=".55"/>`,
    `<rect x="20" y="170" width="70" height="70" rx="14" fill="${mint}"/>${cross(55, 205, 44, green)}`,
    `<path d="M110 -250H330Q366 -250 366 -214V-90Q366 -54 330 -54H190L120 4 130 -54H110Q74 -54 74 -90V-214Q74 -250 110 -250Z" fill="${green}"/><path d="M126 -188H314M126 -148H314M126 -108H250" stroke="#fff" stroke-width="16" stroke-linecap="round" opacity=".92"/>`,
    `<path d="M230 40H350Q380 40 380 70V130Q380 160 350 160H300L260 200 264 160H230Q200 160 200 130V70Q200 40 230 40Z" fill="#fff"/>${cross(290, 100, 60, leaf)}`,
  ].join('')
}
