import sharp from 'sharp'
import type { NativeApp } from '../app.ts'
import { drawMark, type Mark } from './mark.ts'

/** Sides of Android's launcher icon before adaptive icons (Android 7), in pixels by density. */
const DENSITIES = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 } as const
/** Side of the mark on the launch screen of iOS, in points. */
const SPLASH_PT = 192
const SCALES = [1, 2, 3] as const
const RES = 'android/app/src/main/res'
export const ASSETS = 'ios/App/App/Assets.xcassets'

export function splashName(scale: number): string {
  return scale === 1 ? 'splash.png' : `splash@${scale}x.png`
}

/** Draws every picture from the mark. The same drawing gives the same bytes. */
export async function drawPictures({ colours }: NativeApp, mark: Mark): Promise<ReadonlyMap<string, Buffer>> {
  const drawn = new Map<string, Buffer>()
  const draw = async (path: string, svg: string) => drawn.set(path, await toPng(svg))
  const ground = (radius: number) => ({ colour: colours.ground, radius })
  for (const [density, side] of Object.entries(DENSITIES)) {
    await draw(`${RES}/mipmap-${density}/ic_launcher.png`, drawMark(mark, side, 0.72, ground(0.22)))
    await draw(`${RES}/mipmap-${density}/ic_launcher_round.png`, drawMark(mark, side, 0.62, ground(0.5)))
  }
  const icon = sharp(Buffer.from(drawMark(mark, 1024, 0.72, ground(0))))
  // The App Store refuses an icon with an alpha channel.
  drawn.set(
    `${ASSETS}/AppIcon.appiconset/AppIcon-512@2x.png`,
    await icon.removeAlpha().png({ compressionLevel: 9 }).toBuffer(),
  )
  for (const scale of SCALES) {
    await draw(`${ASSETS}/Splash.imageset/${splashName(scale)}`, drawMark(mark, SPLASH_PT * scale, 0.8))
  }
  return drawn
}

function toPng(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer()
}
