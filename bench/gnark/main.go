// SPDX-License-Identifier: Apache-2.0

// Multiplies by gnark-crypto whenever it is told to, so that a program can take turns with it.
//
// gnark POINTS SCALARS: points in gnark's own format without compression, scalars of 32 bytes, little-endian. For each
// line that it reads it prints one with the seconds on the wall, the seconds of processor time, and x and y.
package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/consensys/gnark-crypto/ecc"
	bls12377 "github.com/consensys/gnark-crypto/ecc/bls12-377"
	"github.com/consensys/gnark-crypto/ecc/bls12-377/fr"
)

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: %s POINTS SCALARS", os.Args[0]))
	}
	points, err := readPoints(os.Args[1])
	if err != nil {
		fail(err)
	}
	scalars, err := readScalars(os.Args[2])
	if err != nil {
		fail(err)
	}
	turns := bufio.NewScanner(os.Stdin)
	for turns.Scan() {
		var result bls12377.G1Affine
		processor, began := processorSeconds(), time.Now()
		if _, err := result.MultiExp(points, scalars, ecc.MultiExpConfig{}); err != nil {
			fail(err)
		}
		wall := time.Since(began).Seconds()
		fmt.Println(wall, processorSeconds()-processor, result.X.Text(16), result.Y.Text(16))
	}
}

func readPoints(path string) (points []bls12377.G1Affine, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	// The subgroup is of no matter for time, and who wrote the file knows its points.
	decoder := bls12377.NewDecoder(bufio.NewReader(file), bls12377.NoSubgroupChecks())
	return points, decoder.Decode(&points)
}

func readScalars(path string) ([]fr.Element, error) {
	bytes, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	scalars := make([]fr.Element, len(bytes)/fr.Bytes)
	for i := range scalars {
		scalar := bytes[i*fr.Bytes : (i+1)*fr.Bytes]
		slices.Reverse(scalar)
		scalars[i].SetBytes(scalar)
	}
	return scalars, nil
}

func processorSeconds() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		fail(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()).Seconds()
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "gnark:", err)
	os.Exit(1)
}
