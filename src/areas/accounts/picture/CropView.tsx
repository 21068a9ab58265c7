import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { type Crop, centreOn, drawCrop, maxZoom, move, zoomTo } from './crop.ts';
import { pictureCopy as copy } from './picture.copy.ts';
import styles from './picture.module.css';

const keySteps: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-0.06, 0],
  ArrowRight: [0.06, 0],
  ArrowUp: [0, -0.06],
  ArrowDown: [0, 0.06],
};
const keyZooms: Record<string, number> = { '+': 1.15, '=': 1.15, '-': 1 / 1.15 };
const pressedWithinPx = 5;

interface CropViewProps {
  id: string;
  picture: HTMLCanvasElement;
  crop: Crop;
  onCrop: (change: (crop: Crop) => Crop) => void;
}

/** Selects the visible part of the picture by drag, click, pinch, arrow keys or slider. */
export function CropView({ id, picture, crop, onCrop }: CropViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const travelled = useRef(0);

  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);

  const place = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
  };

  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    if (fingers.current.size === 0) travelled.current = 0;
    fingers.current.set(event.pointerId, place(event));
  };

  const onPointerMove = (event: PointerEvent) => {
    const from = fingers.current.get(event.pointerId);
    if (!from) return;
    const to = place(event);
    const other = [...fingers.current].find(([finger]) => finger !== event.pointerId)?.[1];
    travelled.current += Math.abs(event.movementX) + Math.abs(event.movementY);
    if (other) {
      travelled.current = Number.POSITIVE_INFINITY;
      const apart = (point: { x: number; y: number }) =>
        Math.hypot(point.x - other.x, point.y - other.y) || 0.01;
      onCrop((now) => zoomTo(picture, now, (now.zoom * apart(to)) / apart(from)));
    } else {
      onCrop((now) => move(picture, now, to.x - from.x, to.y - from.y));
    }
    fingers.current.set(event.pointerId, to);
  };

  const onPointerUp = (event: PointerEvent) => {
    if (!fingers.current.delete(event.pointerId) || travelled.current > pressedWithinPx) return;
    const { x, y } = place(event);
    onCrop((now) => centreOn(picture, now, x, y));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const [step, zoom] = [keySteps[event.key], keyZooms[event.key]];
    if (!step && !zoom) return;
    event.preventDefault();
    if (step) onCrop((now) => move(picture, now, ...step));
    else if (zoom) onCrop((now) => zoomTo(picture, now, now.zoom * zoom));
  };

  return (
    <div className={styles.crop}>
      <div
        className={styles.window}
        role="application"
        aria-label={copy.cropLabel}
        aria-describedby={`${id}-crop-hint`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys, here to move and zoom
        tabIndex={0}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={(event) => fingers.current.delete(event.pointerId)}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} width={352} height={352} />
      </div>
      <div className={styles.zoom}>
        <label htmlFor={`${id}-zoom`}>{copy.zoom}</label>
        <input
          id={`${id}-zoom`}
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => {
            const zoom = Number(event.target.value);
            onCrop((now) => zoomTo(picture, now, zoom));
          }}
        />
        <p className="field-hint" id={`${id}-crop-hint`}>
          {copy.cropHint}
        </p>
      </div>
    </div>
  );
}
