// The panel's picture on an HTML canvas. Each pixel of the panel is an integer number of screen pixels wide.

import { HEIGHT, WIDTH } from "./panel.mjs";

const COLOURS = { blue: [122, 214, 255], white: [244, 248, 255], yellow: [255, 214, 74] };
const UNLIT = [6, 8, 12];
const DIMMEST = 0.4;
const SPOKEN_MS = 250; // time without a change of the text, before a screen reader receives the text

let speaking;

// Puts the text on the device's screen into an element that screen readers read aloud. words() returns the text; it is
// called SPOKEN_MS after the last call of `speak`, so that quick changes are skipped.
export function speak(element, words) {
    clearTimeout(speaking);
    speaking = setTimeout(() => { element.textContent = words(); }, SPOKEN_MS);
}

export class Screen {
    constructor(canvas) {
        this.canvas = canvas;
        this.context = canvas.getContext("2d");
        this.picture = new Uint8Array(WIDTH * HEIGHT / 8);
        this.contrast = 255;
        this.colour = "blue";
        new ResizeObserver(() => this.fit()).observe(canvas.parentElement);
        addEventListener("resize", () => this.fit()); // a zoom of the page changes devicePixelRatio
        this.fit();
    }

    fit() {
        const scale = Math.max(1, Math.floor(this.canvas.parentElement.clientWidth * devicePixelRatio / WIDTH));
        this.canvas.style.width = `${scale * WIDTH / devicePixelRatio}px`;
        this.canvas.style.height = `${scale * HEIGHT / devicePixelRatio}px`;
        const film = this.canvas.parentElement.querySelector("#film");
        if (film) { // the film covers the canvas, so the film gets the size of the canvas
            film.style.width = this.canvas.style.width;
            film.style.height = this.canvas.style.height;
        }
        this.draw();
    }

    show(picture, contrast) {
        this.picture = picture;
        this.contrast = contrast;
        this.draw();
    }

    // Sets the colour of the lit pixels by its name in COLOURS.
    paint(colour) {
        this.colour = colour in COLOURS ? colour : "blue";
        this.draw();
    }

    // Returns a canvas with the same picture, enlarged by a factor.
    enlarged(scale) {
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [scale * WIDTH, scale * HEIGHT];
        const context = canvas.getContext("2d");
        context.imageSmoothingEnabled = false;
        context.drawImage(this.canvas, 0, 0, canvas.width, canvas.height);
        return canvas;
    }

    draw() {
        const bright = DIMMEST + (1 - DIMMEST) * this.contrast / 255;
        const lit = COLOURS[this.colour].map((part) => part * bright);
        const image = this.context.createImageData(WIDTH, HEIGHT);
        for (let y = 0; y < HEIGHT; y++) {
            for (let x = 0; x < WIDTH; x++) {
                const on = (this.picture[(y >> 3) * WIDTH + x] >> (y & 7)) & 1;
                image.data.set([...(on ? lit : UNLIT), 255], 4 * (y * WIDTH + x));
            }
        }
        this.context.putImageData(image, 0, 0);
    }
}
