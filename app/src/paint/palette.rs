//! All colours and sizes, for a light and a dark window.

use egui::{
    Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Theme, Vec2, Visuals,
};
use tayu_core::Pair;

/// The colours of one theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "most names say all there is")]
pub struct Palette {
    pub dark: bool,

    // Sea and land.
    pub sea: Color32,
    pub sea_deep: Color32,
    pub wave: Color32,
    pub foam: Color32,
    pub shore: Color32,
    pub land: Color32,
    pub land_alt: Color32,
    pub grid: Color32,
    /// The two waves of a marked square, and a tint over the square.
    pub marked: Color32,
    pub marked_tint: Color32,
    pub star: Color32,
    pub star_edge: Color32,

    // Tiles.
    pub stone_top: Color32,
    pub stone_bottom: Color32,
    pub stone_edge: Color32,
    pub stone_light: Color32,
    pub stone_side: Color32,
    pub shadow: Color32,
    /// The hollow that the canal is cut into.
    pub groove: Color32,
    pub bank: Color32,
    pub water: Color32,
    pub shine: Color32,
    /// The ring on a tile's back.
    pub ring: Color32,
    pub dam: Color32,
    pub dam_light: Color32,
    /// Where a canal can be continued.
    pub open: Color32,

    // The two pairs of coasts.
    pub north_south: Color32,
    pub east_west: Color32,
    /// Text on either of them.
    pub on_pair: Color32,

    // Marks.
    pub label: Color32,
    pub last: Color32,
    pub good: Color32,
    pub good_stone: Color32,
    pub bad: Color32,
    pub bad_stone: Color32,
    pub warn: Color32,
    pub plan: Color32,
    pub plan_stone: Color32,
    /// Text on `good`, `bad`, `warn` and `plan`.
    pub on_mark: Color32,
    pub lit: Color32,
    pub focus: Color32,
    pub halo: Color32,

    // The window around the board.
    pub panel: Color32,
    pub raised: Color32,
    pub raised_hover: Color32,
    pub raised_active: Color32,
    pub sunken: Color32,
    pub line: Color32,
    pub ink: Color32,
    pub ink_weak: Color32,
    pub selection: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const fn rgba(hex: u32, alpha: u8) -> Color32 {
    Color32::from_rgba_unmultiplied_const((hex >> 16) as u8, (hex >> 8) as u8, hex as u8, alpha)
}

static LIGHT: Palette = Palette {
    dark: false,
    sea: rgb(0xc4e2e6),
    sea_deep: rgb(0x8fc3cf),
    wave: rgba(0x3f8b9c, 90),
    foam: rgba(0xffffff, 120),
    shore: rgb(0xe9dcb9),
    land: rgb(0xd9c69a),
    land_alt: rgb(0xd1bc8d),
    grid: rgba(0x8a7442, 60),
    marked: rgb(0x1d6f8c),
    marked_tint: rgba(0x3b9dc9, 58),
    star: rgb(0xc7962a),
    star_edge: rgb(0x8a6414),
    stone_top: rgb(0xfffdf5),
    stone_bottom: rgb(0xeadfc6),
    stone_edge: rgb(0x8d7a50),
    stone_light: rgba(0xffffff, 220),
    stone_side: rgb(0xb7a67d),
    shadow: rgba(0x3c2f10, 90),
    groove: rgb(0xcdbf9f),
    bank: rgb(0x17495f),
    water: rgb(0x2f94c4),
    shine: rgb(0xa9e2f7),
    ring: rgb(0x9a5a2c),
    dam: rgb(0x6a3f1f),
    dam_light: rgb(0xd59a5c),
    open: rgb(0x0b7fb8),
    north_south: rgb(0xb5432a),
    east_west: rgb(0x34508f),
    on_pair: rgb(0xffffff),
    label: rgb(0x234650),
    last: rgb(0xd98a00),
    good: rgb(0x1b7a3d),
    good_stone: rgb(0xd9f2d5),
    bad: rgb(0xbd1f2d),
    bad_stone: rgb(0xf9d6d0),
    warn: rgb(0x9a5b00),
    plan: rgb(0x6a3fa0),
    plan_stone: rgb(0xeae0f7),
    on_mark: rgb(0xffffff),
    lit: rgb(0x1b7a3d),
    focus: rgb(0x0b57d0),
    halo: rgba(0xffffff, 230),
    panel: rgb(0xf7f3ea),
    raised: rgb(0xebe4d3),
    raised_hover: rgb(0xe1d8c1),
    raised_active: rgb(0xd3c8ab),
    sunken: rgb(0xfffdf8),
    line: rgb(0xcfc5ad),
    ink: rgb(0x2f2a20),
    ink_weak: rgb(0x665d4a),
    selection: rgb(0xbfe0ec),
};

static DARK: Palette = Palette {
    dark: true,
    sea: rgb(0x14353f),
    sea_deep: rgb(0x0a1d25),
    wave: rgba(0x4f97a8, 80),
    foam: rgba(0x9fd6e0, 40),
    shore: rgb(0x4d4634),
    land: rgb(0x3b3629),
    land_alt: rgb(0x353024),
    grid: rgba(0xb9a877, 34),
    marked: rgb(0x74c8e6),
    marked_tint: rgba(0x3ba4d6, 46),
    star: rgb(0xe6bd4a),
    star_edge: rgb(0x7d601a),
    stone_top: rgb(0xa89d83),
    stone_bottom: rgb(0x8d8268),
    stone_edge: rgb(0x201c12),
    stone_light: rgba(0xfff4d6, 90),
    stone_side: rgb(0x5a5140),
    shadow: rgba(0x000000, 150),
    groove: rgb(0x70664e),
    bank: rgb(0x0c2a3a),
    water: rgb(0x2c93c9),
    shine: rgb(0xa6e4fb),
    ring: rgb(0x4a2410),
    dam: rgb(0x3d2412),
    dam_light: rgb(0xd59a5c),
    open: rgb(0x63ccf5),
    north_south: rgb(0xf08a68),
    east_west: rgb(0x9db4f2),
    on_pair: rgb(0x14181c),
    label: rgb(0xa9cdd6),
    last: rgb(0xffc94a),
    good: rgb(0x6fd18b),
    good_stone: rgb(0x86b58a),
    bad: rgb(0xff8079),
    bad_stone: rgb(0xc08a80),
    warn: rgb(0xf2b25a),
    plan: rgb(0xc9a8f5),
    plan_stone: rgb(0xa594ba),
    on_mark: rgb(0x14120c),
    lit: rgb(0x7fe29c),
    focus: rgb(0x8ab8ff),
    halo: rgba(0x0a0d10, 220),
    panel: rgb(0x1e2224),
    raised: rgb(0x30363a),
    raised_hover: rgb(0x3c444a),
    raised_active: rgb(0x4a545b),
    sunken: rgb(0x15181a),
    line: rgb(0x454d52),
    ink: rgb(0xe9e4d8),
    ink_weak: rgb(0xb0aa9b),
    selection: rgb(0x1f4f63),
};

impl Palette {
    /// The colours of this theme.
    #[must_use]
    pub const fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    /// The colours of the theme that `ui` is shown in.
    #[must_use]
    pub fn current(ui: &egui::Ui) -> &'static Self {
        if ui.visuals().dark_mode { &DARK } else { &LIGHT }
    }

    /// The colour of a pair of coasts.
    #[must_use]
    pub const fn pair(&self, pair: Pair) -> Color32 {
        match pair {
            Pair::NorthSouth => self.north_south,
            Pair::EastWest => self.east_west,
        }
    }
}

/// Height of buttons and fields, in points.
pub const CONTROL_HEIGHT: f32 = 30.0;
/// Side of the icon in a button, in points.
pub const ICON_SIZE: f32 = 18.0;
/// Radius of the corners of buttons, panels and windows, in points.
pub const CORNER: u8 = 6;

/// Dresses panels, buttons and text, in light and dark, to go with the board.
pub fn apply_style(ctx: &egui::Context) {
    for theme in [Theme::Light, Theme::Dark] {
        ctx.style_mut_of(theme, |style| {
            style.visuals = visuals(theme);
            style.text_styles = [
                (TextStyle::Small, 12.0, FontFamily::Proportional),
                (TextStyle::Body, 15.0, FontFamily::Proportional),
                (TextStyle::Button, 15.0, FontFamily::Proportional),
                (TextStyle::Heading, 21.0, FontFamily::Proportional),
                (TextStyle::Monospace, 14.0, FontFamily::Monospace),
            ]
            .map(|(name, size, family)| (name, FontId::new(size, family)))
            .into();
            let spacing = &mut style.spacing;
            spacing.item_spacing = Vec2::new(8.0, 7.0);
            spacing.button_padding = Vec2::new(10.0, 5.0);
            spacing.interact_size = Vec2::new(40.0, CONTROL_HEIGHT);
            spacing.window_margin = Margin::same(14);
            spacing.menu_margin = Margin::same(7);
            spacing.icon_width = 17.0;
            spacing.icon_width_inner = 10.0;
            spacing.icon_spacing = 7.0;
        });
    }
}

fn visuals(theme: Theme) -> Visuals {
    let p = Palette::of(theme);
    let mut v = theme.default_visuals();
    let corner = CornerRadius::same(CORNER);
    let (shade, shade_alpha) = (
        if p.dark { 0x0000_0000 } else { 0x0030_2508 },
        if p.dark { 140 } else { 60 },
    );

    v.panel_fill = p.panel;
    v.window_fill = p.panel;
    v.window_stroke = Stroke::new(1.0, p.line);
    v.window_corner_radius = CornerRadius::same(CORNER + 4);
    v.menu_corner_radius = CornerRadius::same(CORNER + 2);
    v.window_shadow = Shadow {
        offset: [0, 6],
        blur: 24,
        spread: 0,
        color: rgba(shade, shade_alpha),
    };
    v.popup_shadow = Shadow {
        offset: [0, 3],
        blur: 12,
        spread: 0,
        color: rgba(shade, shade_alpha),
    };
    v.extreme_bg_color = p.sunken;
    v.faint_bg_color = p.raised.gamma_multiply(0.45);
    v.code_bg_color = p.raised;
    v.weak_text_color = Some(p.ink_weak);
    v.hyperlink_color = p.focus;
    v.warn_fg_color = p.warn;
    v.error_fg_color = p.bad;
    v.selection.bg_fill = p.selection;
    v.selection.stroke = Stroke::new(1.5, if p.dark { p.ink } else { p.bank });
    v.disabled_alpha = 0.45;

    let w = &mut v.widgets;
    for (state, fill, edge, width) in [
        (&mut w.noninteractive, p.panel, p.line, 1.0),
        (&mut w.inactive, p.raised, p.line, 1.0),
        (&mut w.hovered, p.raised_hover, p.ink_weak, 1.0),
        (&mut w.active, p.raised_active, p.ink, 1.5),
        (&mut w.open, p.raised_hover, p.ink_weak, 1.0),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(width, edge);
        state.fg_stroke = Stroke::new(1.2, p.ink);
        state.corner_radius = corner;
        state.expansion = 0.0;
    }
    v
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance as the WCAG define it.
    fn luminance(color: Color32) -> f64 {
        let channel = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(color.r()) + 0.7152 * channel(color.g()) + 0.0722 * channel(color.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// WCAG 2.2, 1.4.3 level AA: text stands out 4.5 to 1; 1.4.11: marks and focus 3 to 1.
    #[test]
    fn contrast_is_enough() {
        for theme in [Theme::Light, Theme::Dark] {
            let p = Palette::of(theme);
            for (what, front, back) in [
                ("ink", p.ink, p.panel),
                ("ink on a button", p.ink, p.raised),
                ("ink on a hovered button", p.ink, p.raised_hover),
                ("ink on a pressed button", p.ink, p.raised_active),
                ("ink in a field", p.ink, p.sunken),
                ("ink when selected", p.ink, p.selection),
                ("weak ink", p.ink_weak, p.panel),
                ("good", p.good, p.panel),
                ("bad", p.bad, p.panel),
                ("warn", p.warn, p.panel),
                ("link", p.focus, p.panel),
                ("coordinates", p.label, p.sea),
                ("coordinates far out", p.label, p.sea_deep),
                ("on north-south", p.on_pair, p.north_south),
                ("on east-west", p.on_pair, p.east_west),
                ("north-south", p.north_south, p.panel),
                ("east-west", p.east_west, p.panel),
                ("on good", p.on_mark, p.good),
                ("on bad", p.on_mark, p.bad),
                ("on a plan", p.on_mark, p.plan),
                ("on warn", p.on_mark, p.warn),
            ] {
                assert!(
                    contrast(front, back) >= 4.5,
                    "{theme:?} {what}: {:.2}",
                    contrast(front, back)
                );
            }
            for (what, front, back) in [
                ("focus", p.focus, p.panel),
                ("marked square", p.marked, p.land),
                ("lit square", p.lit, p.land),
                ("bank", p.bank, p.stone_bottom),
                ("shine", p.shine, p.bank),
                ("ring", p.ring, p.stone_bottom),
                ("north-south coast", p.north_south, p.sea),
                ("east-west coast", p.east_west, p.sea),
            ] {
                assert!(
                    contrast(front, back) >= 3.0,
                    "{theme:?} {what}: {:.2}",
                    contrast(front, back)
                );
            }
        }
    }
}
