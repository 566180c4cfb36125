//! Splitting cells in two by k-means, the same way every time: it starts from the first point and the one farthest
//! from it.

use super::features::{DIMENSIONS, distance};

type Point = [f32; DIMENSIONS];

/// Rounds after which the split is taken as it is; real columns settle in three or four.
const ROUNDS: usize = 16;

/// Which of two clusters each point is in; the first point is in `false`. `None` if all points are within `threshold`
/// of each other, and so are one cluster.
pub(super) fn split_in_two(points: &[Point], threshold: f32) -> Option<Vec<bool>> {
    let first = points.first()?;
    let from = |origin: &Point| {
        let far = points.iter().map(|point| distance(origin, point)).enumerate();
        // The first of equals, so that the order of the page decides.
        far.fold((0, 0.0), |best: (usize, f32), (at, far)| if far > best.1 { (at, far) } else { best })
    };
    let (farthest, spread) = from(first);
    // By the triangle inequality no two are farther apart than twice the spread seen from the first.
    if spread * 2.0 < threshold || (spread < threshold && from(&points[farthest]).1 < threshold) {
        return None;
    }
    let mut centres = [*first, points[farthest]];
    let mut side = vec![false; points.len()];
    for _ in 0..ROUNDS {
        let next: Vec<bool> = points.iter().map(|p| distance(p, &centres[1]) < distance(p, &centres[0])).collect();
        let settled = next == side;
        side = next;
        if settled {
            break;
        }
        for (which, centre) in centres.iter_mut().enumerate() {
            if let Some(mean) = mean(points.iter().zip(&side).filter(|(_, s)| **s == (which == 1)).map(|(p, _)| p)) {
                *centre = mean;
            }
        }
    }
    let first_side = side[0];
    Some(side.into_iter().map(|s| s != first_side).collect())
}

fn mean<'a>(points: impl Iterator<Item = &'a Point>) -> Option<Point> {
    let (mut sum, mut count) = ([0.0; DIMENSIONS], 0);
    for point in points {
        count += 1;
        for (total, value) in sum.iter_mut().zip(point) {
            *total += value;
        }
    }
    (count > 0).then(|| sum.map(|total| total / count as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(value: f32) -> Point {
        let mut point = [0.0; DIMENSIONS];
        point[0] = value;
        point
    }

    #[test]
    fn two_heaps_are_found_and_one_is_left_whole() {
        let points = [0.0, 0.1, 5.0, 5.1, 0.2].map(point);
        assert_eq!(split_in_two(&points, 1.0), Some(vec![false, false, true, true, false]));
        assert_eq!(split_in_two(&points[..2], 1.0), None);
        assert_eq!(split_in_two(&[], 1.0), None);
    }
}
