"""Makes the core fonts that ../fonts.css names, from the fonts of @fontsource-variable (README.md)."""

import re
from pathlib import Path

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib.instancer import instantiateVariableFont

folder = Path(__file__).parent
packages = folder.parents[4] / "node_modules/@fontsource-variable"


def make(face: str) -> None:
    """Writes the file of a rule: its characters, in its weights."""
    name = re.search(r"fonts/(\w+)-core", face)[1]
    weights = tuple(map(int, re.search(r"font-weight: (\d+) (\d+)", face).groups()))
    characters = parse_unicodes(re.search(r"unicode-range:([^;]+)", face)[1])
    font = TTFont(packages / name / f"files/{name}-latin-wght-normal.woff2", recalcTimestamp=False)
    instantiateVariableFont(font, {"wght": weights}, inplace=True)
    font["fvar"].instances = []
    settle(font)
    options = Options(hinting=False, layout_features=["kern", "liga", "tnum"], name_IDs=[0, 14])
    options.drop_tables += ["STAT"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    scale_upem(font, 1000)
    font.flavor = "woff2"
    font.save(folder / f"{name}-core.woff2")


def settle(font: TTFont) -> None:
    """Gives each character the glyph that `rvrn` puts in its place at every weight, so that one of the two can go."""
    gsub = font["GSUB"].table
    for record in gsub.FeatureList.FeatureRecord:
        for lookup in record.Feature.LookupListIndex if record.FeatureTag == "rvrn" else []:
            glyphs = gsub.LookupList.Lookup[lookup].SubTable[0].mapping
            for table in font["cmap"].tables:
                table.cmap = {character: glyphs.get(glyph, glyph) for character, glyph in table.cmap.items()}


for face in re.findall(r"@font-face \{[^}]+\}", (folder / "../fonts.css").read_text()):
    make(face)
