// A page of prose as a host shows it: what of it is wider than its place, and which of its pictures are missing.

export async function prose(context, { url, shot }) {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "load" });
    const found = await page.evaluate(() => {
        const name = (element) => `${element.tagName} ${(element.textContent || element.alt || "").trim().slice(0, 60)}`;
        const all = [...document.querySelectorAll("article *")];
        const width = document.documentElement.clientWidth;
        return {
            wide: all
                .filter((each) => ["TABLE", "PRE"].includes(each.tagName) && each.scrollWidth > each.clientWidth + 1
                    || each.getBoundingClientRect().right > width + 1)
                .map(name),
            missing: [...document.images].filter((each) => !each.naturalWidth).map((each) => each.src),
            scrolls: document.documentElement.scrollWidth > width,
            height: document.documentElement.scrollHeight,
            tops: Object.fromEntries([...document.querySelectorAll("h2")].map((each) => [each.textContent,
                Math.round(each.getBoundingClientRect().top)])),
        };
    });
    if (shot) {
        await page.screenshot({ path: shot, fullPage: true });
    }
    return found;
}
prose.alone = true;
